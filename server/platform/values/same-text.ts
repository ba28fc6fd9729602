import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Whether a typed code is the right one, in a time that says nothing of it. Digests are of one length: two texts of as many characters
 * may have different numbers of bytes, which `timingSafeEqual` does not compare but fails by.
 */
export const isSameText = (typed: string, right: string): boolean => timingSafeEqual(digest(typed), digest(right))
