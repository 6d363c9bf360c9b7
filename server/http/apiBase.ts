/** Behaviour 7: "an API base URL". */
export const API_BASE = '/api'
