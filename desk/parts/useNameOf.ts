import { type RaRecord, useGetRecordRepresentation, useResourceContext } from 'react-admin'

/** What a record of the page's resource is called; '' while there is none. */
export function useNameOf(): (record: RaRecord | undefined) => string {
  const nameOf = useGetRecordRepresentation(useResourceContext())
  return (record) => {
    const name = record && nameOf(record)
    return typeof name === 'string' ? name : record ? `#${record.id}` : ''
  }
}
