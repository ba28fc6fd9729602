import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { messageTypes } from '../../server/messages/webhooks/message-types.ts'
import { FIELD_SCOPE } from '../../server/platform/http/guarded-fields.ts'
import { operationsOf } from '../../server/platform/openapi/openapi-types.ts'
import { payloads } from '../../server/program/payloads.ts'
import { openHouse } from '../harness/house.ts'
import { openapiOf } from '../harness/operations.ts'

/**
 * How a person is reached, where they live and when they were born is of a class of fields (`ContactField` and its like), which are
 * masked for callers without its scope. A field by such a name that is of no class would be shown to all who may call the operation.
 */

/** Names of fields, whichever object they are in: whole words of the name. */
const PERSONAL =
  /(^|_)(email|mobile|phone|telephone|address|address2|suburb|street|postcode|zip|date_of_birth|birthday|gender|iban|bic|account_holder)(_|$)/
const PERSONAL_FORMATS = new Set(['email', 'idn-email'])

/** Fields of the club, of its staff, or of what the operation is for: each with the reason. The list may only shrink. */
const NOT_OF_A_FAN: Record<string, string> = {
  'DocumentSettings.address_lines': 'the club’s own, printed on each invoice',
  'DocumentSettings.postcode': 'the club’s own, printed on each invoice',
  'HowToTransfer.account_holder': 'the club’s own account',
  'HowToTransfer.bic': 'the club’s own account',
  'HowToTransfer.iban': 'the club’s own account',
  'MoneyBackAccount.account_holder': 'asked for by its own scope, with a proof, and logged',
  'Organisation.contact_email': 'the club’s own, printed in each mail',
  'PeppolAccessPoint.contact_email': 'the club’s own, sent with each invoice',
  'PeppolAccessPoint.contact_phone': 'the club’s own, sent with each invoice',
  'StaffMember.email_address': 'of a colleague, for who manages the team',
  'TransferAccount.account_holder': 'the club’s own account',
  'TransferAccount.bic': 'the club’s own account',
  'TransferAccount.iban': 'the club’s own account',
  'TransferAccount.postcode': 'the club’s own address',
  'Venue.address': 'of a ground',
  'Venue.address2': 'of a ground',
  'Venue.postcode': 'of a ground',
  'Venue.suburb': 'of a ground',
}

/** A fan's own, by a secret of theirs, a gate's, or one's own account: these are not masked. */
const isOwn = (scope: string | undefined) => scope === undefined || /^(baskets:write|sso:read|gate:scan)$/.test(scope)

type Node = { [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** `Object.field` of each field by a personal name that is of no class. A reference is followed once. */
function barePersonalFields(
  schema: unknown,
  title: string,
  document: unknown = {},
  followed = new Set<string>(),
): string[] {
  if (!isNode(schema) || schema[FIELD_SCOPE] !== undefined) return []
  if (typeof schema.$ref === 'string') {
    if (followed.has(schema.$ref)) return []
    followed.add(schema.$ref)
    const path = schema.$ref.split('/').slice(1)
    const target = path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document)
    return barePersonalFields(target, path.at(-1) ?? title, document, followed)
  }
  const name = typeof schema.title === 'string' ? schema.title : title
  const fields = Object.entries(isNode(schema.properties) ? schema.properties : {})
  const bare = fields.filter(([field, of]) => isBare(field, of)).map(([field]) => `${name}.${field}`)
  const below = Object.entries(schema).flatMap(([key, node]) => {
    if (key === 'properties')
      return fields.flatMap(([field, of]) => barePersonalFields(of, `${name}.${field}`, document, followed))
    return [node].flat().flatMap((each) => barePersonalFields(each, name, document, followed))
  })
  return [...bare, ...below]
}

const TEXT = new Set(['string', 'array'])

function isBare(name: string, field: unknown): boolean {
  if (!isNode(field)) return false
  const { type, format, items } = field
  const isNamed = PERSONAL.test(name) && [type].flat().some((one) => TEXT.has(String(one)))
  if (!isNamed && !PERSONAL_FORMATS.has(String(format))) return false
  return field[FIELD_SCOPE] === undefined && (!isNode(items) || items[FIELD_SCOPE] === undefined)
}

const document = openapiOf(await openHouse())
const followed = new Set<string>()
const bareFields = new Set(
  Object.values(document.paths ?? {})
    .flatMap((item) => operationsOf(item, document))
    .filter(([, operation]) => !isOwn(operation['x-scope']))
    .flatMap(([, { operationId = '', responses = {} }]) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, answer]) => barePersonalFields(answer, operationId, document, followed)),
    ),
)

test('every field of an answer that tells how to reach a person is of a class with a scope', () =>
  assert.deepEqual(
    [...bareFields].filter((field) => !Object.hasOwn(NOT_OF_A_FAN, field)),
    [],
  ))

test('no exception is left that no answer needs', () =>
  assert.deepEqual(
    Object.keys(NOT_OF_A_FAN).filter((field) => !bareFields.has(field)),
    [],
  ))

test('so is every field of a message to a webhook', () =>
  assert.deepEqual(
    messageTypes.flatMap((type) => barePersonalFields(Type.Object(payloads[type]), type)),
    [],
  ))

test('is caught: a bare field by its name, by its format, in a list and in a nullable object', () => {
  const Person = Type.Object(
    {
      name: Type.String(),
      contact_email: Type.String(),
      reach: Type.String({ format: 'email' }),
      born: Type.Union([Type.Object({ date_of_birth: Type.String() }, { title: 'Born' }), Type.Null()]),
      home: Type.Array(Type.Object({ postcode: Type.String() }, { title: 'Home' })),
      address_lines: Type.Array(Type.String()),
      mobile_number: Type.String({ [FIELD_SCOPE]: 'customers:read' }),
    },
    { title: 'Person' },
  )
  assert.deepEqual(barePersonalFields(Type.Object({ data: Type.Array(Person) }), 'planted').sort(), [
    'Born.date_of_birth',
    'Home.postcode',
    'Person.address_lines',
    'Person.contact_email',
    'Person.reach',
  ])
})
