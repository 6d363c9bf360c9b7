type Connection = { saveData?: boolean }

/** Whether the visitor wants less traffic, by the browser's Save-Data or a system preference. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true ||
  window.matchMedia('(prefers-reduced-data: reduce)').matches
