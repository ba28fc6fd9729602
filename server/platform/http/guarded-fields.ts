import { Type } from 'typebox'

/*
 * Fields that only some readers of an answer may read: what opens a gate or an order, and how a fan is reached. A schema
 * names the scope that shows such a field whole; a caller without it gets a mask, whichever operation answers. To the compiler a code
 * is no text, so that no field but one of these can show it.
 */

/** Beside a field of a schema: the scope that shows it. */
export const FIELD_SCOPE = 'x-scope'

/** Codes of tickets and secrets of orders; codes of members; buyers and holders; members; fans who came through a gate. */
export type FieldScope = 'codes:read' | 'cards:read' | 'customers:read' | 'members:read' | 'scans:read'

declare const guarded: unique symbol

/** Text at run time. `exposed` makes text of it for whatever draws or sends it. */
export type Credential = { readonly [guarded]: 'credential' }

export const exposed = (credential: Credential): string => credential as unknown as string
export const credential = (text: string): Credential => text as unknown as Credential

type Options = Record<string, unknown>
const guardedBy =
  <T>(scope: FieldScope) =>
  (options: Options = {}) =>
    Type.Unsafe<T>({ type: 'string', [FIELD_SCOPE]: scope, ...options }) as Type.TUnsafe<T> & { type: string }

/** What a fan shows at a gate: the code of a ticket, or what a gate has read. */
export const TicketCodeField = guardedBy<Credential>('codes:read')
/** The code on a member's card. */
export const MemberCodeField = guardedBy<Credential>('cards:read')
/** It opens the page of an order, and the codes on it. */
export const OrderSecretField = guardedBy<Credential>('codes:read')
/** How a buyer or holder is called or reached. */
export const ContactField = guardedBy<string>('customers:read')
/** How a member is called, where it is not the member that was asked for. */
export const MemberNameField = guardedBy<string>('members:read')
/** How a fan is called who was scanned, where the list of scans is not what was asked for. */
export const ScannedNameField = guardedBy<string>('scans:read')

/** For a field of a request that finds by what only callers with this scope may read: an answer would confirm a guess of it. */
export const findsBy = (scope: FieldScope) => ({ [FIELD_SCOPE]: scope })

/** A field of a request, by the names that lead to it, and the scope that it asks for. */
export type GuardedInput = { names: string[]; scope: FieldScope }

export function guardedInputsOf(schema: unknown, names: string[] = []): GuardedInput[] {
  if (!isObject(schema)) return []
  const { [FIELD_SCOPE]: scope, properties } = schema
  if (scope !== undefined) return [{ names, scope: scope as FieldScope }]
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
    guardedInputsOf(field, [...names, name]),
  )
}

/** Whether a request has sent the field. */
export const isSent = (value: unknown, [name, ...below]: string[]): boolean =>
  name === undefined ? value !== undefined : isObject(value) && isSent(value[name], below)

const MASK = '****'
/** Of a shorter one the last four would be half. */
const SHORTEST_TOLD = 8
const LAST = 4

/** A code as everybody may read it. */
export const masked = (code: string): string => (code.length < SHORTEST_TOLD ? MASK : MASK + code.slice(-LAST))

/** Whether a caller sent back a mask where a code was asked for. */
export const isMasked = (code: string): boolean => code.startsWith(MASK)

/** Whether a caller has a scope. */
export type May = (scope: FieldScope) => boolean

/** Where guarded fields are in what a schema describes, and all scopes that they ask for. */
export type GuardedFields = { readonly node: GuardedNode; readonly scopes: readonly FieldScope[] }

type GuardedNode =
  | { readonly kind: 'field'; readonly scope: FieldScope; readonly isNullable: boolean }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, GuardedNode> }
  | { readonly kind: 'list'; readonly items: GuardedNode }

/** Undefined where there are none. */
export function guardedFieldsOf(schema: unknown): GuardedFields | undefined {
  const node = nodeOf(schema)
  return node && { node, scopes: [...new Set(scopesIn(node))] }
}

/** Guarded fields of an object schema; an object without any has none. */
export function guardedIn(schema: unknown): GuardedFields {
  const fields = guardedFieldsOf(schema)
  if (!fields) throw new Error('no field of this schema is guarded')
  return fields
}

/** What a caller has been shown is plain text again. */
export type Seen<T> = T extends Credential
  ? string
  : T extends Date
    ? T
    : T extends (infer Item)[]
      ? Seen<Item>[]
      : T extends object
        ? { [Name in keyof T]: Seen<T[Name]> }
        : T

/** Shows values as a caller may see them; what is given stays as it is, and a caller who may see all of it is given that. */
export function asSeenBy(may: May, { node, scopes }: GuardedFields): <T>(value: T) => Seen<T> {
  if (scopes.every(may)) return <T>(value: T) => value as Seen<T>
  return <T>(value: T) => seen(may, node, value) as Seen<T>
}

type Json = { [name: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function nodeOf(schema: unknown): GuardedNode | undefined {
  if (!isObject(schema)) return undefined
  const { [FIELD_SCOPE]: scope, type, items, properties, anyOf } = schema
  if (scope !== undefined)
    return { kind: 'field', scope: scope as FieldScope, isNullable: [type].flat().includes('null') }
  if (items !== undefined) {
    const node = nodeOf(items)
    return node && { kind: 'list', items: node }
  }
  const named = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => {
    const node = nodeOf(property)
    return node ? [[name, node] as const] : []
  })
  const fields = new Map([...named, ...(Array.isArray(anyOf) ? anyOf : []).flatMap(fieldsOfVariant)])
  return fields.size === 0 ? undefined : { kind: 'object', fields }
}

/** An object or null, or one of several: a field is guarded whichever it is. */
function fieldsOfVariant(schema: unknown): [string, GuardedNode][] {
  const node = nodeOf(schema)
  if (node === undefined) return []
  if (node.kind !== 'object') throw new Error('a guarded field stands in an object, not among variants')
  return [...node.fields]
}

function scopesIn(node: GuardedNode): FieldScope[] {
  if (node.kind === 'field') return [node.scope]
  return node.kind === 'list' ? scopesIn(node.items) : [...node.fields.values()].flatMap(scopesIn)
}

function seen(may: May, node: GuardedNode, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (node.kind === 'field') return may(node.scope) ? value : hidden(node.scope, node.isNullable, value)
  if (node.kind === 'list') return Array.isArray(value) ? value.map((item) => seen(may, node.items, item)) : value
  if (!isObject(value)) return value
  const maskedFields = { ...value }
  for (const [name, field] of node.fields)
    if (name in maskedFields) maskedFields[name] = seen(may, field, maskedFields[name])
  return maskedFields
}

function hidden(scope: FieldScope, isNullable: boolean, value: unknown): string | null {
  if (scope === 'codes:read' || scope === 'cards:read') return masked(String(value))
  return isNullable ? null : ''
}
