import { escapeXml } from '../values/xml.ts'

/** Elements of a document that we write ourselves: names and attributes are ours, text may be anything. */
export type Xml = { name: string; attributes: Record<string, string>; content: string | Xml[] }

/** What is null or empty is left out where it stands, so that a writer reads as the list of what may be there. */
export type Part = Xml | null | false

export function element(
  name: string,
  content: string | Part[] | null,
  attributes: Record<string, string> = {},
): Xml | null {
  if (content === null) return null
  if (typeof content === 'string') {
    const text = content.trim()
    // What cannot be written is taken out: an element of nothing else would be empty.
    return escapeXml(text).trim() === '' ? null : { name, attributes, content: text }
  }
  const inner = content.filter((part): part is Xml => Boolean(part))
  return inner.length === 0 ? null : { name, attributes, content: inner }
}

/** The elements at a path below one, such as cac:Party/cbc:EndpointID. */
export const elementsAt = (from: Xml, path: string): Xml[] =>
  path
    .split('/')
    .reduce(
      (elements, name) => elements.flatMap((one) => childrenOf(one).filter((child) => child.name === name)),
      [from],
    )

/** Returns the text of the first match. */
export function contentAt(from: Xml, path: string): string | undefined {
  const [first] = elementsAt(from, path)
  return typeof first?.content === 'string' ? first.content.trim() : undefined
}

/** An element and all within it. */
export const elementsOf = (from: Xml): Xml[] => [from, ...childrenOf(from).flatMap(elementsOf)]

const childrenOf = ({ content }: Xml): Xml[] => (typeof content === 'string' ? [] : content)

export function toXml(root: Xml): string {
  const out = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(root, '', out)
  return `${out.join('\n')}\n`
}

function write({ name, attributes, content }: Xml, indent: string, out: string[]): void {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ')
  if (typeof content === 'string') {
    out.push(`${indent}<${start}>${escapeXml(content)}</${name}>`)
    return
  }
  out.push(`${indent}<${start}>`)
  for (const child of content) write(child, `${indent}  `, out)
  out.push(`${indent}</${name}>`)
}
