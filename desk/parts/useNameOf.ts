import { type RaRecord, useGetRecordRepresentation, useResourceContext } from 'react-admin'

/** What a record of the page's resource is called. */
export function useNameOf(): (record: RaRecord) => string {
  const nameOf = useGetRecordRepresentation(useResourceContext())
  return (record) => {
    const name = nameOf(record)
    return typeof name === 'string' ? name : `#${record.id}`
  }
}
