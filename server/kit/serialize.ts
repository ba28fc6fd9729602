import stringifier from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { lazily } from './lazily.ts'

/** As Fastify does it, but each schema is compiled by its first answer: all of them together were a sixth of a start. */
export function serializeAnswers(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const compiled = lazily(() => stringifier(schema as Parameters<typeof stringifier>[0]))
    return (answer: unknown) => compiled()(answer)
  })
}
