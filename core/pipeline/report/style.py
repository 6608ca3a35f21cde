"""The look of the report: light, calm, and the same on paper."""

from __future__ import annotations

CSS = """
:root { --text: #1a2330; --muted: #55606f; --line: #d5dae1; --sunken: #f4f5f7;
  --accent: #1d5fa8; --before: #a9b0ba; --good: #1a6e3c; --danger: #b3261e; --caution: #8a5200; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--text); line-height: 1.5;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 880px; margin: 0 auto; padding: 48px 32px 64px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 22px; margin: 56px 0 8px; padding-top: 16px; border-top: 3px solid var(--text); }
h3 { font-size: 18px; margin: 36px 0 8px; }
h4 { font-size: 15px; margin: 24px 0 8px; }
a { color: var(--accent); }
.internal { border-left: 6px solid var(--danger); padding-left: 24px; }
.internal h2 { border-color: var(--danger); color: var(--danger); }
.banner { background: #fbeeed; color: var(--danger); padding: 12px 16px; font-weight: 600; }
.readers h2 { font-size: 18px; margin: 32px 0 8px; padding: 0; border: 0; }
.readers dt { font-weight: 600; }
.readers dd { margin: 0 0 8px; max-width: 70ch; }
p { margin: 0 0 12px; max-width: 70ch; }
.kind, .made, .purpose, .note, figcaption { color: var(--muted); }
.kind { font-weight: 600; margin: 0 0 8px; }
.verdict { margin: 24px 0; padding: 16px 24px; border-left: 6px solid var(--good);
  background: #eef6f0; }
.verdict.bad { border-color: var(--danger); background: #fbeeed; }
.verdict strong { display: block; font-size: 19px; color: var(--good); }
.verdict.bad strong { color: var(--danger); }
.verdict p { margin: 4px 0 0; }
.facts { display: flex; flex-wrap: wrap; gap: 16px; margin: 0 0 16px; padding: 0; }
.facts div { flex: 1 1 160px; padding: 12px 16px; background: var(--sunken); }
.facts dt { font-size: 26px; font-weight: 600; line-height: 1.2;
  font-variant-numeric: tabular-nums; }
.facts dd { margin: 4px 0 0; font-size: 13px; }
.facts dd + dd { margin: 0; color: var(--muted); }
caption { text-align: left; color: var(--muted); font-size: 13px; padding: 0 0 4px; }
svg.small { width: 170px; }
li small { display: block; color: var(--muted); font-size: 13px; }
table { border-collapse: collapse; width: 100%; margin: 8px 0 16px; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 7px 16px 7px 0;
  border-bottom: 1px solid var(--line); }
thead th { font-size: 13px; color: var(--muted); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; overflow-wrap: break-word; }
td .column { font-weight: 600; overflow-wrap: break-word; }
td .column small { display: inline; margin-left: 8px; white-space: nowrap; }
td .column { min-width: 210px; }
td.figure, th.figure { text-align: right; font-variant-numeric: tabular-nums; }
td.figure, .word { white-space: nowrap; }
td small, th small { display: block; font-size: 13px; font-weight: 400; color: var(--muted);
  max-width: 60ch; }
.wide { overflow-x: auto; }
.masked { color: var(--accent); font-weight: 600; }
.bad-figure { color: var(--danger); font-weight: 700; }
.good-figure { color: var(--good); font-weight: 600; }
ol li, ul li { margin: 0 0 4px; max-width: 70ch; }
.warnings li { color: var(--caution); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr));
  gap: 24px 32px; }
figure { margin: 0; break-inside: avoid; }
figure h4 { margin: 0; overflow-wrap: anywhere; }
figcaption { font-size: 13px; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 11px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
  fill: var(--muted); }
.before { fill: var(--before); }
.after { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.after-bar { fill: var(--accent); }
.axis { stroke: #838d9b; }
.grid { stroke: #e9ecf0; }
.legend { display: flex; gap: 24px; font-size: 14px; margin: 0 0 16px; }
.legend svg { display: inline-block; width: 28px; height: 14px; vertical-align: -2px;
  margin-right: 8px; }
pre, .hash { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
pre { background: var(--sunken); padding: 10px 16px; margin: 0 0 16px; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.hash { overflow-wrap: anywhere; }
footer { margin-top: 48px; padding-top: 16px; border-top: 1px solid var(--line);
  color: var(--muted); font-size: 13px; }
@media print {
  @page { margin: 18mm 16mm; }
  body { font-size: 9.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  h2, h3, h4, caption, thead, .purpose, .legend, .banner { break-after: avoid; }
  thead { display: table-header-group; }
  h1 { font-size: 18pt; } h2 { font-size: 15pt; margin-top: 24pt; } h3 { font-size: 12pt; }
  h3 { margin-top: 16pt; }
  table { font-size: 9pt; } thead th, td small, th small, li small, caption { font-size: 8.5pt; }
  pre, footer { break-before: avoid; }
  .internal { break-before: page; }
  a { color: inherit; text-decoration: none; }
  tr, pre, .verdict, .facts, .by-column, #useful-table { break-inside: avoid; }
  .pictures { grid-template-columns: 1fr 1fr; }
}
"""
