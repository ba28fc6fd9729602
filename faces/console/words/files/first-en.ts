import common from '../en/common.json' with { type: 'json' }
import frame from '../en/frame.json' with { type: 'json' }

/** These catalogues are loaded before any page. */
export const first = { common, frame }
