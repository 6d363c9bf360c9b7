import { useTranslation } from 'react-i18next'
import { Modal } from '#src/ui/Modal.tsx'
import { KeepDownloads } from './KeepDownloads.tsx'
import { KeepRow } from './KeepRow.tsx'

type Props = { open: boolean; onClose: () => void; onKeep: () => void }

/** Lists and downloads saved on this device for reading offline. */
export function OfflineDialog({ open, onClose, onKeep }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('offline.title')}
      closeLabel={t('dashboard.close_dialog')}
    >
      <p className="pb-4">{t('offline.intro')}</p>
      <KeepRow name="rules" onKeep={onKeep} />
      <KeepRow name="glossary" onKeep={onKeep} />
      <KeepDownloads onKeep={onKeep} />
    </Modal>
  )
}
