import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { sendDrawn } from '../../papers/documents/document-files.ts'
import { pdfAnswer } from '../../papers/ticket-files/layout-query.ts'
import type { PrintingDeps } from '../../papers/ticket-files/tickets-pdf.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { drawPaperList } from './draw-paper-list.ts'
import { PEOPLE_MAX, peopleOfFile, sectionsOf } from './list-order.ts'
import { paperListWords } from './paper-list-words.ts'
import { factsOfEvent, readPaperEvent, readPeople } from './read-paper-list.ts'

export const retrievePaperList: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/manage/events/:event_id/paper_list.pdf',
    {
      config: { scope: 'gates:manage', shows: 'scans:read', unhurried: true, mayConflict: true },
      schema: {
        operationId: 'retrievePaperList',
        summary: 'Retrieve the paper list of an event as a PDF',
        description: [
          'For the night on which nothing works: everyone who may come in, tickets, members and season seats, by last name with the letter in the',
          'margin, with a box to tick, the place, the code to type at a scanner or the counter, and when and where those came in who have. Codes of',
          'tickets are whole with codes:read, those of members with cards:read, else their last four. At most 20,000 people a file, else 409. Needs the scope scans:read besides.',
        ].join(' '),
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Input({
          by: OneOf(['name', 'stand'], { default: 'name', description: 'stand: each on sheets of its own' }),
          gate_id: Type.Optional(Id({ description: 'only those whom this gate lets in' })),
          stand: Type.Optional(Text(200, { description: 'only those of this stand, by its name' })),
        }),
        response: { 200: pdfAnswer('The list') },
      },
    },
    async (request, reply) => {
      const { orgId, params, query } = request
      const { event_id: eventId } = params
      const asOf = deps.clock(orgId)
      const event = await readPaperEvent(orgId, deps.sql, eventId)
      const gate = query.gate_id === undefined ? null : await nameOfGate(orgId, deps.sql, query.gate_id)
      const { language } = speechOf(event.language, event.country)
      const listed = { event: factsOfEvent(event), gateId: query.gate_id, language }
      const people = await readPeople(orgId, deps.sql, listed, request.may)
      const printed = peopleOfFile(people, query.stand)
      if (!printed) {
        const message = `More than ${PEOPLE_MAX} people: ask for the list of one stand, or of one gate.`
        throw new ApiError('state_conflict', { message })
      }
      const sections = sectionsOf(printed, query.by, paperListWords(language).anyStand)
      const draw = () => drawPaperList(deps.typefaces, { event, asOf, gate, sections })
      return sendDrawn(deps, orgId, `paper-list-${eventId}`, draw, reply)
    },
  )

async function nameOfGate(orgId: OrgId, sql: Db, gateId: number): Promise<string> {
  const [gate] = await sql<{ name: string }[]>`
    select name
    from gates
    where org_id = ${orgId}
      and gate_id = ${gateId}`
  if (!gate) throw new ApiError('resource_missing', { param: 'gate_id' })
  return gate.name
}
