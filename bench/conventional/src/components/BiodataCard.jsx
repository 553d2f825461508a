import { Link } from 'react-router-dom'
import man from '../assets/man.svg'
import woman from '../assets/woman.svg'

export function BiodataCard({ biodata }) {
  const { _id, bioDataId, gander, perDivision, age, occupation, type } = biodata
  const facts = { Gender: gander, Division: perDivision, Age: age, Occupation: occupation }
  return (
    <article className={`card card-side bg-base-100 shadow-md ${type ? 'ring-2 ring-amber-400 shadow-amber-300' : ''}`}>
      <figure className="w-28 shrink-0 p-3">
        <img src={gander === 'Female' ? woman : man} alt={gander} width="96" height="120" />
      </figure>
      <div className="card-body p-4">
        <h3 className="card-title">
          <span className="text-sm font-normal">BioData NO</span> nik-{bioDataId}
        </h3>
        <dl className="grid grid-cols-2 gap-1 text-sm">
          {Object.entries(facts).map(([name, value]) => (
            <div key={name}>
              <dt className="opacity-60">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="card-actions items-center justify-between">
          {type && <span className="badge badge-warning">Premium</span>}
          <Link to={`/BioDataDetails/${_id}`} className="btn btn-primary btn-sm">
            View Profile
          </Link>
        </div>
      </div>
    </article>
  )
}
