import { useGetRecordRepresentation, useRecordContext, useResourceContext } from 'react-admin'

/** Name of the record of the context; '' without a record. */
export function useRecordName(): string {
  const record = useRecordContext()
  const nameOf = useGetRecordRepresentation(useResourceContext())
  if (!record) return ''
  const name = nameOf(record)
  return typeof name === 'string' ? name : `#${record.id}`
}
