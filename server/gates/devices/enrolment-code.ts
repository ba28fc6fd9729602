import { hash } from 'node:crypto'
import { type OrgId, orgIdOf } from '../../access/principal.ts'
import { isMemberCode, memberCode } from '../../people/members/member-code.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Long enough to hand out the scanners on the evening before. */
export const ENROLMENT_MS = DAY_MS

const SHAPE = /^([1-9][0-9]{0,14})-([0-9A-Z]{13})$/

/** The organisation, then 60 random bits with a check character: easily typed where the camera fails. */
export const enrolmentCode = (orgId: OrgId): string => `${orgId}-${memberCode()}`

/** Whose code it would be. The number proves nothing: only a device of that organisation with the same hash does. */
export function organisationOf(code: string): OrgId | undefined {
  const [, organisation = '', random = ''] = SHAPE.exec(code) ?? []
  return isMemberCode(random) ? orgIdOf(Number(organisation)) : undefined
}

export const enrolmentHash = (code: string): Buffer => hash('sha256', code, 'buffer')

/** As typed: in any case, with spaces around it. */
export const asTyped = (text: string): string => text.trim().toUpperCase()
