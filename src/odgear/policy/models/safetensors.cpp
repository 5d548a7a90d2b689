#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::policy {

static_assert(std::endian::native == std::endian::little, "tensors are stored little-endian");

namespace {

using Json = json::Value;  // finds keys in logarithmic time
constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t largest_header = 100'000'000;  // the limit of the format's own readers

class Parser {
public:
    Parser(std::span<const std::byte> bytes, const std::string& source)
        : bytes_(bytes), source_(source) {}

    SafeTensors run() {
        const Json header = read_header();
        SafeTensors content;
        std::set<std::pair<std::uint64_t, std::uint64_t>> ranges;
        for (const auto& [key, value] : header.items()) {
            if (key == "__metadata__")
                read_metadata(value, content.metadata);
            else
                content.tensors[key] = read_tensor(key, value, ranges);
        }
        check_cover(ranges);
        return content;
    }

private:
    [[noreturn]] void fail(const std::string& message, const std::string& field = "") const {
        throw InputError(Place{source_, 0, field}, message);
    }

    Json read_header() {
        if (bytes_.size() < length_bytes) fail("not a safetensors file: shorter than 8 bytes");
        std::uint64_t length = 0;
        std::memcpy(&length, bytes_.data(), length_bytes);
        if (length > largest_header) fail("not a safetensors file: impossible header length");
        if (length > bytes_.size() - length_bytes) fail("truncated within the safetensors header");
        const auto* text = reinterpret_cast<const char*>(bytes_.data()) + length_bytes;
        if (length == 0 || *text != '{')
            fail("not a safetensors file: the header is not a JSON object");
        Json header = json::parse({text, static_cast<std::size_t>(length)}, source_);
        data_ = bytes_.subspan(length_bytes + static_cast<std::size_t>(length));
        return header;
    }

    void read_metadata(const Json& value, std::map<std::string, std::string>& metadata) const {
        if (!value.is_object()) fail("the metadata is not an object");
        for (const auto& [key, text] : value.items()) {
            if (!text.is_string()) fail("the metadata must be strings", key);
            metadata[key] = text.get<std::string>();
        }
    }

    Tensor read_tensor(const std::string& name, const Json& entry,
                       std::set<std::pair<std::uint64_t, std::uint64_t>>& ranges) const {
        std::string type;
        Tensor tensor;
        std::array<std::uint64_t, 2> offsets{};
        try {
            entry.at("dtype").get_to(type);
            entry.at("shape").get_to(tensor.shape);
            entry.at("data_offsets").get_to(offsets);
        } catch (const nlohmann::json::exception&) {
            fail("a tensor needs dtype, shape and data_offsets", name);
        }
        if (type != "F32") fail("the tensor is of type " + type + "; only F32 is read", name);
        std::uint64_t size = sizeof(float);
        for (const std::int64_t extent : tensor.shape) {
            if (extent < 0 || extent > (1 << 30) || size > (1ULL << 34))
                fail("impossible tensor shape", name);
            size *= static_cast<std::uint64_t>(extent);
        }
        if (offsets[0] > offsets[1] || offsets[1] - offsets[0] != size)
            fail("the tensor's length does not match its shape", name);
        if (offsets[1] > data_.size()) fail("truncated: the tensor lies beyond the end", name);
        if (size > 0) ranges.emplace(offsets[0], offsets[1]);
        tensor.data.resize(static_cast<std::size_t>(size) / sizeof(float));
        if (size > 0)
            std::memcpy(tensor.data.data(), data_.data() + offsets[0],
                        static_cast<std::size_t>(size));
        return tensor;
    }

    void check_cover(const std::set<std::pair<std::uint64_t, std::uint64_t>>& ranges) const {
        std::uint64_t end = 0;
        for (const auto& [from, to] : ranges) {
            if (from != end) fail("tensors overlap or leave a gap");
            end = to;
        }
        if (end != data_.size()) fail("bytes follow the last tensor");
    }

    std::span<const std::byte> bytes_;
    const std::string& source_;
    std::span<const std::byte> data_;
};

}  // namespace

SafeTensors parse_safetensors(std::span<const std::byte> bytes, const std::string& source) {
    return Parser(bytes, source).run();
}

std::string serialize_safetensors(const SafeTensors& content) {
    // Keeps the order of the fields.
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!content.metadata.empty()) header["__metadata__"] = content.metadata;
    std::uint64_t offset = 0;
    for (const auto& [name, tensor] : content.tensors) {
        const std::uint64_t end = offset + tensor.data.size() * sizeof(float);
        header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text =
        header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    text.resize((text.size() + 7) / 8 * 8, ' ');  // tensors start aligned
    const std::uint64_t length = text.size();
    std::string bytes(length_bytes, '\0');
    std::memcpy(bytes.data(), &length, length_bytes);
    bytes += text;
    for (const auto& [name, tensor] : content.tensors)
        bytes.append(reinterpret_cast<const char*>(tensor.data.data()),
                     tensor.data.size() * sizeof(float));
    return bytes;
}

SafeTensors read_safetensors(const std::filesystem::path& path) {
    const std::string bytes = read_binary_file(path);
    return parse_safetensors(std::as_bytes(std::span(bytes)), path.string());
}

void write_safetensors(const std::filesystem::path& path, const SafeTensors& content) {
    write_file(path, serialize_safetensors(content));
}

}  // namespace odgear::policy
