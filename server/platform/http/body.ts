import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import { ApiError } from './errors.ts'
import { findJsonMistake } from './json-mistake.ts'

/** Forms with bracket notation and JSON, and nothing else, become the same plain object. */
export function acceptFormsAndJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parsers = { 'application/json': parseJson, 'application/x-www-form-urlencoded': parseForm }
  for (const [type, parseText] of Object.entries(parsers)) {
    const parser = async (request: FastifyRequest, bytes: string | Buffer) =>
      parseText(textOf(request, bytes), fieldsMax(request.routeOptions.bodyLimit))
    app.addContentTypeParser(type, { parseAs: 'buffer' }, parser)
  }
  // A caller who hung up before the reading begins makes no further sound: the request would wait for its time limit.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    done(request.raw.destroyed ? incompleteBody() : null, payload)
  })
}

/** A form's fields cost more time than their bytes, so a route that takes few bytes takes few fields: one for each 32, a short one. */
const fieldsMax = (bodyLimit: number): number => Math.min(4000, Math.floor(bodyLimit / 32))

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 as it is, or nothing: guessing would store something else than was sent. */
function textOf({ headers }: FastifyRequest, bytes: string | Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset) || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ApiError('content_type_unsupported', { message: 'Send the body as UTF-8, without a content encoding.' })
  }
  try {
    return decoder.decode(Buffer.from(bytes))
  } catch (cause) {
    throw new ApiError('body_malformed', { message: 'The request body is not UTF-8.', cause })
  }
}

export const incompleteBody = (cause?: unknown) =>
  new ApiError('body_malformed', { message: 'The request body did not arrive completely.', cause })

export function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('body_malformed', { message: jsonMessage(text), cause })
  }
}

const LIKE_A_FORM = /^\s*[A-Za-z_][\w%[\].-]*=/

function jsonMessage(text: string): string {
  if (LIKE_A_FORM.test(text)) {
    return 'The request body is a form, but was announced as JSON: send it with Content-Type: application/x-www-form-urlencoded.'
  }
  const mistake = findJsonMistake(text)
  if (!mistake) return 'The request body is not valid JSON.'
  const { line, column, expected } = mistake
  return `The request body is not valid JSON: line ${line}, column ${column} should be ${expected}.`
}

/** What curl makes of `-d '{…}'`: JSON under the name of a form. No field begins like this. */
const LIKE_JSON = /^\s*(?:\{\s*["}]|\[\s*[{\]"])/

/** `members[][id]`: without an index the fields of two items cannot be told apart, and qs would merge them into one. */
const ITEM_WITHOUT_INDEX = /(?:^|&)[^&=]*(?:\[|%5B)(?:\]|%5D)(?:\[|%5B)/i

/** qs would keep the escapes of what is not UTF-8, and `Jos%E9` would be stored as a fan's name. */
function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new ApiError('body_malformed', { message: 'The form is not percent-encoded UTF-8.', cause })
  }
}

/** qs turns arrays beyond arrayLimit (20 by default) into objects, and silently drops what is beyond its other limits. */
export function parseForm(text: string, parameterLimit: number): unknown {
  if (LIKE_JSON.test(text)) {
    throw new ApiError('body_malformed', {
      message: 'The request body is JSON, but was sent as a form: send it with Content-Type: application/json.',
    })
  }
  if (ITEM_WITHOUT_INDEX.test(text)) {
    throw new ApiError('body_malformed', {
      message: 'Items of an array need an index: members[0][id], not members[][id].',
    })
  }
  try {
    return parse(text, {
      arrayLimit: 1000,
      parameterLimit,
      depth: 6,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
      duplicates: 'combine',
      decoder: decodeFormText,
    })
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('body_malformed', { message: 'The form has too many or too deeply nested fields.', cause })
  }
}
