/** Behaviour 7.1: "an API base URL". */
export const API_BASE = '/api'
