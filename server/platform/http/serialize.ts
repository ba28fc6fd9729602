import stringifier from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { lazily } from '../process/lazily.ts'

/** As Fastify does it, but each schema is compiled by its first answer, so that a start does not wait for all of them. */
export function serializeAnswers(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const compiled = lazily(() => stringifier(schema as Parameters<typeof stringifier>[0]))
    return (answer: unknown) => compiled()(answer)
  })
}
