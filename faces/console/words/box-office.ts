import { spoken } from './load.ts'

export const words = spoken.boxOffice
