import { playSeeds } from './play-seeds.ts'

await playSeeds('AUD', 1)
