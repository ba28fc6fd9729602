import { createHash } from 'node:crypto'
import { type Html, html } from '../../platform/values/html.ts'

/*
 * A page that a mail leads to and that does one thing, with a form and no script.
 */

const STYLE = `
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; font: 1.1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.2 }
p { overflow-wrap: anywhere }
button { min-height: 3rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600 }`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const plainPageHeaders = {
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

type Parts = { language: string; title: string; heading: string; rest: Html }

export const plainPage = ({ language, title, heading, rest }: Parts): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${rest}
</main>
</body>
</html>
`.text
