import { type Language, languages } from '../../faces/kit/languages.ts'
import { html } from '../platform/values/html.ts'

/* Where a shop's pages are, in each language, and what search engines are told of that. */

export const addressIn = (address: string, language: Language) => `${address}?lang=${language}`

/** The same page in each language that it is in, and for readers of others. */
export const alternatesOf = (address: string): [language: string, url: string][] => [
  ...languages.map((language): [string, string] => [language, addressIn(address, language)]),
  ['x-default', address],
]

/** For search engines: the shop, and what is on, in each language. */
export const sitemapOf = (shopUrl: string, eventIds: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...['', ...eventIds.map((id) => `events/${id}`)].flatMap((path) => sitemapEntries(shopUrl + path)),
    '</urlset>',
    '',
  ].join('\n')

/** Each address names all the others, as their pages do. */
function sitemapEntries(address: string): string[] {
  const alternates = alternatesOf(address)
  const links = alternates.map(
    ([language, url]) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`,
  )
  return alternates.map(([, url]) => html`<url><loc>${url}</loc>${links}</url>`.text)
}

/** The robots.txt of a host that serves only this shop. */
export const robotsOf = (shopUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /basket',
    'Disallow: /orders',
    'Disallow: /t/',
    `Sitemap: ${shopUrl}sitemap.xml`,
    '',
  ].join('\n')
