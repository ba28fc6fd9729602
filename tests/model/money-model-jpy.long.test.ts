import { playSeeds } from './play-seeds.ts'

await playSeeds('JPY', 2)
