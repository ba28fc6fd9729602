import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Language, spokenOf } from '../../../faces/kit/languages.ts'
import { Text } from './schema.ts'

/** For the query of whatever shows texts that can be translated. */
export const Lang = Type.Optional(
  Text(35, { description: 'of the texts, as `de`; before Accept-Language. One that they are not in changes nothing' }),
)

const HEADER_MAX = 500

/** Which of the languages that there are a reader wants most; undefined where they want none of them. */
export function readerLanguage({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): Language | undefined {
  const asked = (query as { lang?: string } | undefined)?.lang
  if (asked !== undefined) return spokenOf(asked)
  return (headers['accept-language'] ?? '')
    .slice(0, HEADER_MAX)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((text) => text !== undefined)
      return { language: spokenOf(tag.trim()), weight: Number(weight ?? 1), index }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index)[0]?.language
}
