import { type Html, html } from '../values/html.ts'

export type NavGroup = { heading: string; links: { address: string; title: string }[] }

type Look = { title: string; address: string; nav: NavGroup[]; body: Html; query?: string }

/** What all pages have around them. They are whole without a script; with one, the search answers while it is typed. */
export function layout({ title, address, nav, body, query = '' }: Look): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Grandstand</title>
<link rel="stylesheet" href="/docs/docs.css">
<link rel="stylesheet" href="/docs/text.css">
<link rel="icon" href="data:,">
<script src="/docs/docs.js" defer></script>
<script src="/docs/try.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="/docs/"><span class="seats" aria-hidden="true"></span>Grandstand</a>
<form class="search" action="/docs/search" role="search">
<label><span>Search</span><input type="search" name="q" value="${query}" maxlength="100" autocomplete="off" placeholder="Search the docs"></label>
<div class="found" id="found" aria-live="polite" hidden></div>
</form>
</header>
<div class="sheet">
<details class="contents" open><summary>Contents</summary><nav aria-label="Contents">${nav.map((group) => navGroup(group, address))}</nav></details>
<main id="content">${body}</main>
</div>
</body>
</html>
`.text
}

const navGroup = ({ heading, links }: NavGroup, here: string): Html => html`<h2>${heading}</h2>
<ul>${links.map(({ address, title }) =>
  address === here
    ? html`<li><a href="${address}" aria-current="page">${title}</a></li>`
    : html`<li><a href="${address}">${title}</a></li>`,
)}</ul>
`
