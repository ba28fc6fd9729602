import common from '../de/common.json' with { type: 'json' }
import frame from '../de/frame.json' with { type: 'json' }

/** These catalogues are loaded before any page. */
export const first = { common, frame }
