import { escapeHtml } from '../platform/values/html.ts'
import type { BuiltFace } from './build-faces.ts'
import type { FirstAnswers } from './face.ts'
import type { ServedPage } from './shop-page.ts'

/** Nine seats. In the page itself, so that no browser asks for a favicon.ico. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="#0f6b46">${[1.5, 4.5, 7.5]
    .flatMap((y) => [1.5, 4.5, 7.5].map((x) => `<circle cx="${x}" cy="${y}" r="1.2"/>`))
    .join('')}</svg>`,
)}`

/** The one document of a face. Its script draws everything, after what was served to be read; data in it is JSON, which no browser runs. */
export function documentOf(
  { face, script, styles, fonts, workers }: BuiltFace,
  {
    config,
    first,
    reload,
    page,
    preload = [],
  }: { config: object; first: FirstAnswers; reload: boolean; page?: ServedPage; preload?: string[] },
): string {
  const asset = (name: string) => `${face.base}assets/${name}`
  const addresses = Object.fromEntries(Object.entries(workers).map(([name, file]) => [name, asset(file)]))
  const has = (file: string) => face.files?.includes(file) ?? false
  return [
    '<!doctype html>',
    `<html lang="${page?.language ?? 'en'}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(page?.title ?? face.title)}</title>`,
    ...(page?.head.map(({ text }) => text) ?? []),
    ...(page?.hasIcon ? [] : [`<link rel="icon" href="${ICON}">`]),
    ...(page?.style === undefined ? [] : [`<style>${page.style}</style>`]),
    ...(has('manifest.webmanifest') ? [`<link rel="manifest" href="${face.base}manifest.webmanifest">`] : []),
    ...(has('icon-192.png') ? [`<link rel="apple-touch-icon" href="${face.base}icon-192.png">`] : []),
    ...preload.map((name) => `<link rel="modulepreload" href="${asset(name)}">`),
    ...styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`),
    `<script type="module" src="${asset(script)}"></script>`,
    ...fonts.map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${asset(name)}">`),
    ...(reload ? [`<script type="module" src="${asset('reload.js')}"></script>`] : []),
    '</head>',
    '<body>',
    ...(page ? [`<div id="served">${page.content.text}</div>`] : []),
    `<div id="app"${page ? ' hidden' : ''}></div>`,
    `<noscript>${escapeHtml(page?.needsScript ?? 'This page needs JavaScript.')}</noscript>`,
    dataOf('config', face.workers ? { ...config, workers: addresses } : config),
    dataOf('first', first),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** No `<` is left in it, so nothing that an organisation calls itself ends the element. */
const dataOf = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
