import { giveUpMandate } from './give-up-mandate.manage.ts'
import { listMandates } from './list-mandates.manage.ts'
import { retrieveMandate } from './retrieve-mandate.manage.ts'
import { retrieveMandateText } from './retrieve-mandate-text.ts'

export const mandateOperations = [retrieveMandateText, listMandates, retrieveMandate, giveUpMandate]
