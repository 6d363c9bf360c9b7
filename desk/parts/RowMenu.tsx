import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { t } from '../i18n.ts'
import { ActsMenu } from './ActsMenu.tsx'
import { useRecordName } from './useRecordName.ts'
import { useRemove } from './useRemove.ts'

export const RowMenu = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  const name = useRecordName()
  const removing = useRemove()
  if (!record) return null
  const opening = { label: t('open'), to: createPath({ resource, id: record.id, type: 'edit' }) }
  return <ActsMenu items={[opening, removing]} name={name} />
}
