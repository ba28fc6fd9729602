import { posix } from 'node:path'
import { Marked } from 'marked'
import { escapeHtml, Html } from '../values/html.ts'

/** A heading's anchor as the usual viewers of Markdown make it, so that links work there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/**
 * A page of the repository as HTML. `addressOf` says where another file of it is served; what is served nowhere, such as a source
 * file, stays as its words without a link.
 */
export function renderMarkdown(text: string, path: string, addressOf: (path: string) => string | undefined): Html {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const id = anchorOf(heading)
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const address = addressFrom(href, path, addressOf)
        return address === undefined ? words : `<a href="${address}">${words}</a>`
      },
      // Those of the documents are served beside them, whichever page shows them.
      image({ href, text: words }) {
        return `<img src="/docs/images/${posix.basename(href)}" alt="${escapeHtml(words)}" loading="lazy">`
      },
    },
  })
  return new Html(marked.parse(text, { async: false }))
}

function addressFrom(href: string, from: string, addressOf: (path: string) => string | undefined): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const address = addressOf(posix.join(posix.dirname(from), target))
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`
}

/** A line or two of Markdown within something else, such as the description of a field. */
export const renderInline = (text: string): Html => new Html(new Marked().parseInline(text, { async: false }))
