import { useTranslation } from 'react-i18next'
import type { RuleVideo } from '#contract/schemas/rules.ts'
import { joined } from '#src/ui/look.ts'

type Props = {
  videos: readonly RuleVideo[]
  selected: RuleVideo
  onSelect: (index: number) => void
}

/** Numbered titles; the visible numbers are hidden from screen readers, which count the list themselves. */
export function VideoList({ videos, selected, onSelect }: Props) {
  const { t } = useTranslation()
  return (
    <ol
      aria-label={t('rules.video_list')}
      className="self-start border-b border-line max-md:max-h-48 max-md:overflow-y-auto"
    >
      {videos.map((video, index) => {
        const isSelected = video === selected
        return (
          <li key={video.file_url} className="border-t border-line">
            <button
              type="button"
              aria-current={isSelected || undefined}
              onClick={() => onSelect(index)}
              className={joined(
                'flex min-h-12 w-full items-center gap-2 border-s-4 px-2 py-1.5 text-start text-sm leading-snug transition-colors hover:bg-current/6',
                isSelected
                  ? 'border-gold bg-vellum font-bold'
                  : 'border-transparent forced-colors:border-[Canvas]',
              )}
            >
              <span aria-hidden="true" className="w-5 shrink-0 text-end text-gold-deep tabular">
                {index + 1}.
              </span>
              <span className="min-w-0 wrap-anywhere">{video.video_title}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
