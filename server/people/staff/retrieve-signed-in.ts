import type { Operation } from '../../platform/operation.ts'
import { describePerson, SignedIn } from './account.ts'

/** What a person sees and ends of their own sessions. */

export const retrieveSignedIn: Operation = (app, { sql }) =>
  app.get(
    '/v1/staff/me',
    {
      config: { scope: 'session', onScanner: true, onSignOn: true },
      schema: {
        operationId: 'retrieveSignedIn',
        summary: 'Who is signed in',
        description: 'With the organisations that they work for, and as what.',
        tags: ['Staff'],
        response: { 200: SignedIn },
      },
    },
    ({ person }) => describePerson(sql, person),
  )
