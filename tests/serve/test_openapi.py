"""/openapi.json says what the server does: each address, and the shape of the answers."""

import json
import re

from service import SQUARE, ServiceTest
from test_fleets import RICH

TYPES = {"string": str, "object": dict, "array": list, "boolean": bool, "integer": int,
         "number": (int, float)}


class OpenApi(ServiceTest):
    def setUp(self):
        super().setUp()
        status, self.api = self.server.json("GET", "/openapi.json")
        self.assertEqual(status, 200)

    def resolve(self, schema):
        while "$ref" in schema:
            node = self.api
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part]
            schema = node
        return schema

    def check(self, value, schema, where):
        schema = self.resolve(schema)
        if value is None and schema.get("nullable"):
            return
        if "oneOf" in schema:
            schema = next((one for one in map(self.resolve, schema["oneOf"])
                           if set(one["required"]) <= set(value)), schema["oneOf"][0])
            self.check(value, schema, where)
            return
        if "type" in schema:
            self.assertIsInstance(value, TYPES[schema["type"]], where)
        if "enum" in schema:
            self.assertIn(value, schema["enum"], where)
        for key in schema.get("required", ()):
            self.assertIn(key, value, where)
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in schema.get("properties", {}):
                    self.check(inner, schema["properties"][key], f"{where}.{key}")
                elif schema.get("additionalProperties") is False:
                    self.fail(f"{where}.{key} is not described")
        if isinstance(value, list) and "items" in schema:
            for i, inner in enumerate(value):
                self.check(inner, schema["items"], f"{where}[{i}]")

    def described(self, method, path, status, content_type):
        responses = self.api["paths"][path][method]["responses"]
        self.assertIn(str(status), responses, f"{method} {path}")
        content = self.resolve(responses[str(status)]).get("content", {})
        if content:
            self.assertIn(content_type.split(";")[0], content, f"{method} {path} {status}")
        return content.get(content_type.split(";")[0], {}).get("schema", {})

    def call(self, method, pattern, body=None, query="", headers=None, **values):
        path = pattern.format(**values).replace("*", "style.css") + query
        status, got, text = self.server.call(method.upper(), path, body, headers)
        schema = self.described(method, pattern, status, got.get("Content-Type", ""))
        if got.get("Content-Type", "").startswith("application/json") and schema:
            self.check(json.loads(text), schema, f"{method} {pattern} {status}")
        return status, text

    def test_every_address_answers_as_described(self):
        _, text = self.call("post", "/jobs", SQUARE, "?time_limit=0.3&edges=1")
        job = json.loads(text)["id"]
        self.server.wait(job)
        for path, methods in self.api["paths"].items():
            for method in methods:
                if method == "get":
                    status, _ = self.call(method, path, id=job)
                    # A square of three customers has no edge probabilities worth keeping.
                    self.assertIn(status, (200, 404) if path.endswith("/edges") else (200,), path)
                    if "{id}" in path:
                        self.assertEqual(self.call(method, path, id="nothing")[0], 404)
        self.assertEqual(self.call("delete", "/jobs/{id}", id=job)[0], 200)
        for format in ("json", "sol", "csv", "geojson", "svg", "html"):
            self.assertEqual(self.call("get", "/jobs/{id}", None, f"?format={format}", id=job)[0], 200)
            self.assertEqual(self.call("post", "/", SQUARE, f"?time_limit=0.1&format={format}")[0], 200)
        self.assertEqual(self.call("post", "/", "{")[0], 400)
        self.assertEqual(self.call("post", "/jobs", "{")[0], 400)
        self.assertEqual(self.call("post", "/jobs", SQUARE.replace("2 4", "2 9"))[0], 422)

    def test_a_rich_job_is_described(self):
        _, text = self.call("post", "/jobs", json.dumps(RICH))
        job = json.loads(text)["id"]
        self.server.wait(job)
        for path in ("/jobs/{id}", "/jobs/{id}/instance"):
            self.assertEqual(self.call("get", path, id=job)[0], 200)

    def test_no_address_is_left_out(self):
        paths = {re.sub(r"\{id\}", "x", path).replace("*", "style.css"): set(methods)
                 for path, methods in self.api["paths"].items()}
        for path, methods in paths.items():
            _, headers, _ = self.server.call("PATCH", path)
            allowed = {method.lower() for method in headers["Allow"].split(", ")}
            self.assertEqual(allowed, methods, path)

    def test_every_option_is_described_and_read(self):
        options = self.api["components"]["schemas"]["Request"]["properties"]
        samples = {"time_limit": 0.1, "mode": "expert", "threads": 1, "seed": 3, "rollouts": 10,
                   "model": "auto", "iterations": 100, "target": 1, "priority": 2,
                   "format": "json", "rounding": "none", "edges": True, "name": "n",
                   "instance": SQUARE, "warm_start": [[1, 3], [2]], "vehicles": 3}
        table = {"depot": "a", "capacity": 9, "speed": 30}
        self.assertEqual(set(options), {*samples, *table})
        status, answer = self.server.json("POST", "/", samples)
        self.assertEqual(status, 200, answer)
        status, answer = self.server.json("POST", "/", {
            "instance": "id,x,y,demand\na,0,0,\nb,3,4,5\n", "time_limit": 0.1, **table})
        self.assertEqual(status, 200, answer)
        for parameter in self.api["paths"]["/"]["post"]["parameters"]:
            if parameter["name"] in table:
                continue
            value = samples[parameter["name"]]
            if value is True:
                value = "true"
            status, _, text = self.server.call(
                "POST", f"/?time_limit=0.1&{parameter['name']}={value}", SQUARE)
            self.assertEqual(status, 200, text)
