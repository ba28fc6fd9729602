/** How something stands, by colour: well, badly, not yet, or of no matter. */
export type Tone = 'good' | 'flare' | 'sky' | 'quiet'
