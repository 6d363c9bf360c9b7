/** Whether the browser knows that it has no network. */
export const isOffline = (): boolean => navigator.onLine === false
