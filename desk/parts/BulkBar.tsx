import { styled } from '@mui/material/styles'
import { type RaRecord, useListContext } from 'react-admin'
import { COUNTED_MAX } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { line, SMALL } from '../theme/shared.ts'
import { ActionButton } from './ActionButton.tsx'
import { BulkButton } from './BulkButton.tsx'
import type { BulkAct } from './bulkActs.ts'

type Props = { acts: readonly BulkAct[] }

/**
 * What can be done with the selected records of a list; at the lower edge of the window, so that no row moves below the
 * pointer when it appears.
 */
export const BulkBar = ({ acts }: Props) => {
  const { selectedIds, data = [], onSelect, onUnselectItems } = useListContext<RaRecord<number>>()
  const count = selectedIds.length
  const others = data.map(({ id }) => id).filter((id) => !selectedIds.includes(id))
  const isTooMany = count > COUNTED_MAX
  return (
    <Bar aria-label={t('bulk.label')} data-open={count > 0}>
      <p role="status">{count > 0 && t('bulk.selected', { smart_count: count })}</p>
      {count > 0 && (
        <>
          {others.length > 0 && (
            <ActionButton onClick={() => onSelect([...selectedIds, ...others])}>
              {t('bulk.page')}
            </ActionButton>
          )}
          <ActionButton onClick={() => onUnselectItems()}>{t('bulk.clear')}</ActionButton>
          {isTooMany && <p className="desk-problem">{t('bulk.too_many', { max: COUNTED_MAX })}</p>}
          <div className="desk-actions">
            {acts.map((act) => (
              <BulkButton act={act} disabled={isTooMany} key={act.label} />
            ))}
          </div>
        </>
      )}
    </Bar>
  )
}

const Bar = styled('fieldset')({
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '&[data-open="true"]': {
    padding: '8px 16px',
    borderTop: line,
    background: 'var(--ground)',
  },
  '& > p': { margin: 0 },
  '& > .desk-actions': { marginInlineStart: 'auto' },
  [SMALL]: {
    '& button': { padding: '4px 10px' },
    '& > p': { marginInlineEnd: 'auto' },
    '& > .desk-actions': { width: '100%', margin: 0 },
    '& > .desk-actions > button': { flexGrow: 1 },
  },
})
