import { classNames } from './class-names.ts'

/** A grey shape in the place of something on its way; size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames('skeleton', className)} />
}

/** Cards on their way, each exactly as large as a `Card` with two rows of facts. Put it inside the grid. */
export function SkeletonCards({ count, label }: { count: number; label: string }) {
  return (
    <>
      <span role="status" className="sr-only">
        {label}
      </span>
      {Array.from({ length: count }, (_, place) => `card ${place}`).map((key) => (
        <div key={key} aria-hidden="true" className="card">
          <Skeleton className="h-[115px] w-[92px] rounded-t-[46px]" />
          <div className="grid content-start gap-2.5">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-6 w-7/10" />
            <Skeleton className="h-9" />
            <Skeleton className="h-7 w-5/6" />
          </div>
          <div className="card-foot" />
        </div>
      ))}
    </>
  )
}
