import { retrieveMandateText } from './retrieve-mandate-text.ts'

export const mandateOperations = [retrieveMandateText]
