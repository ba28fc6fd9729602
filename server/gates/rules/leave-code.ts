import { asTypedText } from '../../platform/values/typed-text.ts'

/** Letters and digits of the code, without those that look alike; a scanner takes it as it is read out loud. */
export const LEAVE_CODE_LENGTH = 12

export const isLeaveCode = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{12}$/.test(asTypedText(text))

/** In groups of four, to be read out. */
export const inFours = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** What a scanner is told of it: this text, by SHA-256 in base64url. */
export const hashedLeaveCode = (eventId: string, code: string): string => `${eventId}:${asTypedText(code)}`
