import { playSeeds } from './play-seeds.ts'

await playSeeds('KWD', 0)
