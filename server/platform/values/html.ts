/** Text that is HTML already. Whatever else is put into a template is escaped, so that forgetting to cannot happen. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Part = Html | string | number | undefined | Part[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((all, text, index) => all + rendered(parts[index - 1]) + text))
}

function rendered(part: Part): string {
  if (part === undefined) return ''
  if (Array.isArray(part)) return part.map(rendered).join('')
  return part instanceof Html ? part.text : escapeHtml(String(part))
}
