import common from '../es/common.json' with { type: 'json' }
import frame from '../es/frame.json' with { type: 'json' }

/** These catalogues are loaded before any page. */
export const first = { common, frame }
