type Connection = { saveData?: boolean }

/** Whether the visitor has asked for less traffic, by Save-Data of the browser or by a preference of the system. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true ||
  window.matchMedia('(prefers-reduced-data: reduce)').matches
