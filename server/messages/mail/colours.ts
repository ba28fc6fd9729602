import { standOut, TEXT_CONTRAST } from '../../../faces/kit/contrast.ts'

export const PAPER = '#f6f4ee'
export const TEXT_COLOUR = '#1b2422'
export const NIGHT = '#14181a'

/** The colour itself where it can be read on that ground; otherwise as little darker or lighter as it takes. */
export const readableOn = (ground: string, colour: string): string => standOut(colour, ground, TEXT_CONTRAST)
