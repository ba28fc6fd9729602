import { StatementFileError } from './statement.ts'

/** An element without the prefix of its namespace. Text is that between its tags, none of what its children say. */
export type XmlElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The children by their names, made when one is first looked for: an entry can have a hundred thousand of them. */
  byName: Map<string, XmlElement[]> | undefined
  text: string
  line: number
}

/** Most elements have no attributes, and a map for each of half a million would fill the memory. */
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const DEPTH_MAX = 40
const ELEMENTS_MAX = 500_000
const TAG_CHARACTERS_MAX = 2_000
const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/

/**
 * A reader of what banks write: elements, attributes and text. Document types are refused, and with them every entity that a file could
 * bring along: there is nothing that grows, and nothing to be fetched. Each character is looked at once.
 */
export function readXml(text: string): XmlElement {
  const at = new Position(text.startsWith('\ufeff') ? text.slice(1) : text)
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  while (!at.isOver()) {
    const before = at.until('<')
    const parent = open.at(-1)
    if (parent) {
      if (before !== '') parent.text += plainText(before, at)
    } else if (before.trim() !== '') throw at.wrong('there is text outside of the document')
    if (at.isOver()) break
    if (at.skips('<!--')) at.past('-->')
    else if (at.skips('<![CDATA[')) {
      const inside = at.past(']]>')
      if (!parent) throw at.wrong('there is text outside of the document')
      parent.text += inside
    } else if (at.skips('<?')) at.past('?>')
    else if (at.skips('<!')) throw at.wrong('a document type is not taken')
    else if (at.skips('</')) {
      const name = at.past('>', TAG_CHARACTERS_MAX)
      const element = open.pop()
      // As a rule it is written as its beginning was; the prefix of a namespace may differ.
      if (element === undefined || (element.name !== name && element.name !== localName(name.trim(), at)))
        throw at.wrong(`</${name.slice(0, 40)}> closes nothing`)
    } else {
      at.skips('<')
      const line = at.line
      const tag = at.past('>', TAG_CHARACTERS_MAX)
      const isEmpty = tag.endsWith('/')
      const element = readTag(isEmpty ? tag.slice(0, -1) : tag, line, at)
      elements += 1
      if (elements > ELEMENTS_MAX) throw at.wrong(`there are more than ${ELEMENTS_MAX} elements`)
      if (parent) parent.children.push(element)
      else if (root) throw at.wrong('there is a second document')
      else root = element
      if (isEmpty) continue
      open.push(element)
      if (open.length > DEPTH_MAX) throw at.wrong(`elements stand ${DEPTH_MAX} deep`)
    }
  }
  if (open.length > 0) throw at.wrong(`<${open.at(-1)?.name}> is not closed: the file is cut off`)
  if (!root) throw at.wrong('there is no element')
  return root
}

class Position {
  readonly #text: string
  #at = 0
  line = 1

  constructor(text: string) {
    this.#text = text
  }

  isOver = () => this.#at >= this.#text.length

  wrong = (why: string) => new StatementFileError(this.line, why)

  /** All before the mark, or before the end. */
  until(mark: string): string {
    const end = this.#text.indexOf(mark, this.#at)
    return this.#move(end < 0 ? this.#text.length : end)
  }

  skips(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false
    this.#at += mark.length
    return true
  }

  /** All before the mark, which has to come within so many characters. */
  past(mark: string, charactersMax = Number.POSITIVE_INFINITY): string {
    const end = this.#text.indexOf(mark, this.#at)
    if (end < 0) throw this.wrong(`${mark} is missing: the file is cut off`)
    if (end - this.#at > charactersMax) throw this.wrong(`a tag is longer than ${charactersMax} characters`)
    const inside = this.#move(end)
    this.#at += mark.length
    return inside
  }

  #move(to: number): string {
    const passed = this.#text.slice(this.#at, to)
    for (let index = passed.indexOf('\n'); index >= 0; index = passed.indexOf('\n', index + 1)) this.line += 1
    this.#at = to
    return passed
  }
}

function readTag(tag: string, line: number, at: Position): XmlElement {
  const headEnd = tag.search(/\s/)
  const head = headEnd < 0 ? tag : tag.slice(0, headEnd)
  if (headEnd < 0) return newElement(localName(head, at), NO_ATTRIBUTES, line)
  let left = tag.slice(headEnd).trim()
  const attributes = new Map<string, string>()
  while (left !== '') {
    const pair = /^([\w.:-]{1,100})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')\s*/.exec(left)
    if (!pair) throw at.wrong(`an attribute of <${head.slice(0, 40)}> is not written as one`)
    const [whole, name = '', double, single] = pair
    if (attributes.has(name)) throw at.wrong(`${name} stands twice`)
    attributes.set(name, plainText(double ?? single ?? '', at))
    left = left.slice(whole.length)
  }
  return newElement(localName(head, at), attributes.size > 0 ? attributes : NO_ATTRIBUTES, line)
}

const newElement = (name: string, attributes: ReadonlyMap<string, string>, line: number): XmlElement => ({
  name,
  attributes,
  children: [],
  byName: undefined,
  text: '',
  line,
})

function localName(name: string, at: Position): string {
  if (name.length > 100 || !NAME.test(name)) throw at.wrong(`<${name.slice(0, 40)}> is no element`)
  return name.slice(name.indexOf(':') + 1)
}

const ENTITY_MAX = 10
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five entities that every document has, and characters by their number. The first that is not known ends the reading. */
function plainText(text: string, at: Position): string {
  if (!text.includes('&')) return text
  const [start = '', ...parts] = text.split('&')
  return parts.reduce((read, part) => {
    const end = part.slice(0, ENTITY_MAX + 1).indexOf(';')
    return read + entity(part.slice(0, end < 0 ? ENTITY_MAX : end), end >= 0, at) + part.slice(end + 1)
  }, start)
}

function entity(name: string, isClosed: boolean, at: Position): string {
  const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined
  if (isClosed && known !== undefined) return known
  const number = isClosed ? /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) : null
  const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : -1
  if (code <= 0 || code > 0x10ffff) throw at.wrong(`&${name}${isClosed ? ';' : ''} is not known`)
  return String.fromCodePoint(code)
}

const NONE: XmlElement[] = []
/** So few are gone through sooner than they are put into a map. */
const FEW_CHILDREN = 16

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  if (!element) return NONE
  if (element.children.length <= FEW_CHILDREN) return element.children.filter((child) => child.name === name)
  element.byName ??= Map.groupBy(element.children, (child) => child.name)
  return element.byName.get(name) ?? NONE
}

/** Returns the element at a path, taking the first of each name. */
export const elementAt = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((inner, name) => firstOf(inner, name), element)

const firstOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && element.children.length <= FEW_CHILDREN
    ? element.children.find((child) => child.name === name)
    : childrenOf(element, name)[0]

export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const text = elementAt(element, ...path)?.text.trim() ?? ''
  return text === '' ? null : text
}
