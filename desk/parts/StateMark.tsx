import { useRecordContext } from 'react-admin'

/** The state of the record as a small mark. */
export const StateMark = ({ source = 'state' }: { source?: string; label?: string }) => {
  const state: unknown = useRecordContext()?.[source]
  if (typeof state !== 'string') return null
  return <span className={`desk-state desk-state-${state}`}>{state}</span>
}
