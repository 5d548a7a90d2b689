// The style sheet of the report.
#pragma once

namespace odgear::bench {

constexpr const char* page_style = R"(
:root{color-scheme:light dark;--bg:#fcfcfb;--panel:#fff;--ink:#1c2127;--soft:#5d6671;--faint:#8a929c;
--rule:#e3e5e8;--band:#f3f4f6;--mark:#eef4fc;--accent:#1f5fbf;--ref:#9aa1aa;
--c0:#1f5fbf;--c1:#c2410c;--c2:#0f7f6f;--c3:#8b3fb0;--c4:#a16207;--c5:#be185d;--c6:#3f6212;--c7:#475569}
@media(prefers-color-scheme:dark){:root{--bg:#14171a;--panel:#1a1e22;--ink:#e6e8ea;--soft:#a2abb5;
--faint:#7b848e;--rule:#2d333a;--band:#1f242a;--mark:#1b2a3d;--accent:#7fb2ff;--ref:#6d7680;
--c0:#7fb2ff;--c1:#ff9d6b;--c2:#4fd1bd;--c3:#d09bf0;--c4:#e8bf5a;--c5:#f78fb8;--c6:#a8d65c;--c7:#b4bfcc}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:1180px;margin:0 auto;padding:0 24px}
header{padding-top:44px}
h1{font-size:29px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em}
h2{font-size:21px;margin:0 0 4px;letter-spacing:-.005em}
h3{font-size:15px;margin:26px 0 8px}
p{margin:6px 0;max-width:78ch}
.lead{color:var(--soft);font-size:16px}
nav{margin:18px 0 8px;display:flex;flex-wrap:wrap;gap:8px}
nav a{color:var(--accent);text-decoration:none;border:1px solid var(--rule);border-radius:999px;
padding:3px 12px;font-size:13.5px;background:var(--panel)}
nav a:hover{border-color:var(--accent)}
section{margin:44px 0 0;padding-top:26px;border-top:1px solid var(--rule)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(215px,1fr));gap:14px;margin:22px 0 0}
.tile{background:var(--panel);border:1px solid var(--rule);border-radius:10px;padding:14px 16px}
.tile .what{color:var(--soft);font-size:13px}
.tile .value{font-size:27px;font-weight:650;letter-spacing:-.02em;line-height:1.25;
font-variant-numeric:tabular-nums}
.tile .beside{color:var(--soft);font-size:13px}
.scroll{overflow-x:auto;margin:14px 0 6px;border:1px solid var(--rule);border-radius:10px;
background:var(--panel)}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{padding:4px 8px;text-align:right;white-space:nowrap}
th{font-weight:600;color:var(--soft);font-size:12.5px}
thead tr:last-child th{border-bottom:1px solid var(--rule)}
th.group{text-align:center;color:var(--ink);font-size:13.5px;padding-top:9px}
td.text,th.text{text-align:left}
th.first,td.first{border-left:1px solid var(--rule)}
tbody tr:hover{background:var(--band)}
tr.ours td{background:var(--mark)}
tr.ours td.text:first-child{font-weight:600}
tr.paper td{color:var(--soft)}
td.best{font-weight:700}
.sd{color:var(--faint);font-weight:400;font-size:11.5px}
td.text:first-child,th.text:first-child{padding-left:14px}
td:last-child,th:last-child{padding-right:14px}
.dot{display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:7px}
.dot.none{border:1.5px solid var(--ref)}
.note{color:var(--soft);font-size:13px;margin:4px 2px}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:16px;
margin:16px 0}
figure{margin:16px 0;background:var(--panel);border:1px solid var(--rule);border-radius:10px;
padding:12px 14px 8px}
.charts figure{margin:0}
figcaption{font-weight:600;font-size:13.5px;margin-bottom:4px}
svg{display:block;width:100%;height:auto}
svg text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--soft)}
svg .title{font-size:11.5px}
svg .label{font-weight:600;paint-order:stroke;stroke:var(--panel);stroke-width:3px}
svg .label.hollow{font-weight:400}
svg .grid{stroke:var(--rule)}svg .zero,svg .axis{stroke:var(--faint)}
svg .band{fill:var(--band)}
svg circle{stroke-width:1.6}
svg polyline{fill:none;stroke-width:1.8}
svg .hollow circle{fill:var(--panel)}
svg .hollow polyline{stroke-dasharray:4 3;stroke-width:1.2}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;color:var(--soft);margin:6px 2px}
details{margin:12px 0}
summary{cursor:pointer;color:var(--accent);font-size:14px}
details .scroll{max-height:560px;overflow:auto}
details thead th{position:sticky;top:0;background:var(--panel)}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--band);
padding:1px 5px;border-radius:4px}
footer{color:var(--faint);font-size:13px;margin-top:56px;padding-bottom:44px}
@media print{body{background:#fff}nav,details{display:none}section{break-inside:avoid}}
)";

}  // namespace odgear::bench
