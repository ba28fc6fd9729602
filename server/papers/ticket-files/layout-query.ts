import { type Static, Type } from 'typebox'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Id, Text } from '../../platform/http/schema.ts'
import { A6, type PaperLayout } from './tickets-pdf.ts'

const MM_MAX = 300
/** On less, a code of 35 mm leaves no room for what a ticket must say. */
const UPRIGHT_MIN = { width: 70, height: 120 }
const LYING_MIN = { width: 120, height: 50 }

/** Which tickets, and on what: both operations that print them take it. */
export const layoutQuery = {
  paper: Type.Optional(
    Text(7, {
      pattern: '^(a6|a4|letter|[0-9]{2,3}x[0-9]{2,3})$',
      description: [
        'a6 (default): a page each; a4, letter: four to a sheet, to cut; 203x82: ticket stock of so many millimetres,',
        'from 120x50 lying and 70x120 upright',
      ].join(' '),
    }),
  ),
  ticket_id: Type.Optional(Id({ description: 'only this ticket' })),
  after_ticket_id: Type.Optional(Id({ description: 'only those after it: a file has 500 at most' })),
}

export function paperLayoutOf(paper: Static<typeof layoutQuery.paper> | undefined): PaperLayout {
  if (paper === undefined || paper === 'a6') return A6
  if (paper === 'a4' || paper === 'letter') return { sheet: paper }
  const [width = 0, height = 0] = paper.split('x').map(Number)
  const least = height >= width ? UPRIGHT_MIN : LYING_MIN
  if (width >= least.width && height >= least.height && width <= MM_MAX && height <= MM_MAX) return { width, height }
  const message = `A ticket is 120x50 lying or 70x120 upright at least, and ${MM_MAX}x${MM_MAX} at most, in millimetres.`
  throw invalidParameters([{ param: 'paper', code: 'parameter_invalid', message }])
}

/** The answer, for the description of an operation. */
export const pdfAnswer = (description: string) => ({
  description,
  content: { 'application/pdf': { schema: { type: 'string' } } },
})
