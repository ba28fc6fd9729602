import { Type } from 'typebox'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { gates } from './gate.ts'

/*
 * Operations (written by npm run openapi):
 * archiveGate, changeGate, closeGate, createGate, listGates, openGate, retrieveGate
 */

/** Staff who run the gates open and close them; what gates there are is the programme's. */
const gatesOfTheNight = { ...gates, scope: 'gates:manage' as const }

const Body = Input({
  name: Text(100),
  directions: Type.Optional(
    Nullable(
      Text(200, { description: 'how to find it, for stewards who send people there: to the left, past the shop' }),
    ),
  ),
})

export const manageGates: Operation[] = [
  listOf(gates),
  retrieveOf(gates),
  createOf(gates, Body, (body) => body),
  changeOf(gates, Body, (body) => body),
  stepOf(
    gates,
    { verb: 'archive', done: 'archived', summary: 'Archive a gate', description: 'Old scans keep its name.' },
    () => ({ gate_status: 'archived' }),
  ),
  stepOf(
    gatesOfTheNight,
    {
      verb: 'close',
      done: 'closed',
      summary: 'Close a gate for now',
      description: 'Scans there are `wrong_gate` until it is opened. The way out stays open.',
    },
    ({ closed_at }, { clock, orgId }) => (closed_at === null ? { closed_at: clock(orgId) } : {}),
  ),
  stepOf(
    gatesOfTheNight,
    { verb: 'open', done: 'opened', summary: 'Open a gate again', description: 'One that is open stays so.' },
    () => ({ closed_at: null }),
  ),
]
