import { createSaleLink } from './create-sale-link.manage.ts'
import { proveMember } from './prove-member.ts'
import { requestMemberCode } from './request-member-code.ts'

export const memberProofOperations = [requestMemberCode, proveMember, createSaleLink]
