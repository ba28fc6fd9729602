import { type Static, Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { requireScope } from '../../access/require-scope.ts'
import type { SessionDeps } from '../../access/staff/sessions.ts'
import { chooseType } from '../../people/members/member-rules.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findRun, StaffRun, toRun } from './run.ts'
import { actionNames, type RunAction, runActions } from './run-actions.ts'
import { type RunDetails, runDetails } from './run-details.ts'
import { countObjects, objectTypes, RunFilters, requireFiltersOf } from './run-objects.ts'

const Body = Input({
  object_type: OneOf([...objectTypes]),
  action: OneOf([...actionNames]),
  ids: Type.Optional(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: 1000,
      description: 'order_id, user_id, membership_member_id or instalment_id; or send filters',
    }),
  ),
  filters: Type.Optional(RunFilters),
  wait: Type.Boolean({
    default: false,
    description: 'with filters: once it is known what they leave, the run is ready, and waits to be started',
  }),
  ...runDetails,
})
type Body = Static<typeof Body>

export const createRun: Operation<SessionDeps> = (app, deps) =>
  app.post(
    '/v1/manage/runs',
    {
      config: { scope: 'runs:manage', needsProof: 'sometimes', effects: ['money_out', 'owed_less', 'words_out'] },
      schema: {
        operationId: 'createRun',
        summary: 'Do something with many objects',
        description: [
          'Mail, tag or untag orders, customers and members; refund or cancel orders; cancel members or change their type; remind of',
          'instalments by mail, with the link to pay, charge them again, move their day, write them off, and pause or resume their plans. The objects are',
          'those that `ids` names, or all that `filters`, those of their list, leave when the run starts. It goes on by itself, one',
          'object after the other, each once. It needs the scope that one of them needs besides: refunds:manage to refund and to cancel',
          'orders, debts:manage to remind of instalments, charge them again or write them off, and else orders:manage, customers:manage or',
          'members:manage.',
        ].join(' '),
        tags: ['Runs'],
        body: Body,
        response: { 201: StaffRun },
      },
    },
    async (request, reply) => {
      const { orgId, body, principal } = request
      const { clock } = deps
      const action = requireAction(body)
      requireScope(principal, action.right)
      const details = detailsOf(body, action)
      if ((body.ids === undefined) === (body.filters === undefined)) throw refusal('ids', 'Send either ids or filters.')
      if (body.wait && !body.filters) throw refusal('wait', 'wait needs filters.')
      if (body.filters) requireFiltersOf(body.object_type, body.filters, 'filters.')
      if (action.isProved) await deps.sessions.requireProof(principal)
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        if (details.membership_type_id !== undefined) await chooseType({ orgId, tx }, details.membership_type_id)
        if (details.mail?.is_news) await requireContact(orgId, tx)
        const ids = [...new Set(body.ids ?? [])]
        if ((await countObjects(orgId, tx, body.object_type, ids)) < ids.length)
          throw new ApiError('resource_missing', {
            param: 'ids',
            message: `ids names one that is not among the ${body.object_type}.`,
          })
        const now = clock(orgId)
        const actor = actorOf(request)
        const [run] = await tx<{ run_id: number }[]>`
          insert into runs (
            org_id, object_type, action, run_status, waits, details, filters, actor_kind, actor_id, actor_name, due_at, created_at, changed_at
          ) values (
            ${orgId}, ${body.object_type}, ${body.action}, ${body.filters ? 'collecting' : 'running'}, ${body.wait},
            ${JSON.stringify(details)}::text::jsonb, ${body.filters ? JSON.stringify(body.filters) : null}::text::jsonb,
            ${actor.kind}, ${actor.id}, ${actor.name ?? null}, ${deps.systemClock()}, ${now}, ${now}
          )
          returning run_id`
        if (!run) throw new Error('insert into runs returned no row')
        await tx`
          insert into run_items (org_id, run_id, object_id, created_at, changed_at)
          select ${orgId}, ${run.run_id}, id, ${now}, ${now}
          from unnest(${ids}::bigint[]) as given (id)`
        const after = {
          object_type: body.object_type,
          action: body.action,
          objects: body.ids ? ids.length : undefined,
          filters: body.filters,
          ...details,
        }
        await record(tx, clock, request, { action: 'run.started', objectType: 'run', objectId: run.run_id, after })
        const [row] = await findRun(orgId, tx, run.run_id)
        if (!row) throw new Error('a run was lost')
        return toRun(row)
      })
    },
  )

function requireAction({ object_type, action }: Body): RunAction {
  const known = runActions[object_type][action]
  if (!known) throw refusal('action', `${action} is nothing that is done with ${object_type}.`)
  return known
}

/** What the action is told, and nothing that it would not listen to. */
function detailsOf({ mail, tag, membership_type_id, due_on, reason }: Body, { needs }: RunAction): RunDetails {
  const details = {
    ...(mail && { mail }),
    ...(tag !== undefined && { tag }),
    ...(membership_type_id !== undefined && { membership_type_id }),
    ...(due_on !== undefined && { due_on }),
  }
  const given = { ...details, ...(reason !== undefined && { reason }) }
  const missing = needs.find((name) => !Object.hasOwn(given, name))
  if (missing !== undefined) throw refusal(missing, `${missing} is missing.`)
  const needless = Object.keys(details).find((name) => !(needs as readonly string[]).includes(name))
  if (needless !== undefined) throw refusal(needless, `${needless} does not go with this action.`)
  return given
}

const refusal = (param: string, message: string) => invalidParameters([{ param, code: 'parameter_invalid', message }])

/** A reader of news must be able to answer that they want no more of it. */
async function requireContact(orgId: OrgId, tx: Tx): Promise<void> {
  const [organisation] = await tx<{ contact_email: string | null }[]>`
    select contact_email
    from organisations
    where org_id = ${orgId}`
  if (organisation?.contact_email === null)
    throw new ApiError('state_conflict', {
      param: 'mail.is_news',
      message: 'News needs an address that fans can answer to: set contact_email of the organisation first.',
    })
}
