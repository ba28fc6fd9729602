import type { ComponentProps } from 'preact'
import { BarChart } from '../../kit/chart.tsx'
import { Dots } from '../../kit/dots.tsx'
import { locale } from '../language/language.ts'
import { common } from '../words/common.ts'
import { words } from '../words/frame.ts'

type ChartProps = Omit<ComponentProps<typeof BarChart>, 'labelTitle' | 'tableTitle'> & { labelTitle?: string }

/** Bars by day, unless they say otherwise. */
export const Chart = ({ labelTitle = common.day, ...props }: ChartProps) => (
  <BarChart {...props} labelTitle={labelTitle} tableTitle={words.table} />
)

/** How full something is; what is held is in baskets. */
export const Places = (props: { title: string; taken: number; held?: number; of: number }) => (
  <Dots {...props} heldNote={(count) => words.inBaskets({ count })} locale={locale} />
)
