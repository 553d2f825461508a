import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Pagination } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import 'swiper/css'
import 'swiper/css/pagination'
import couple from '../assets/couple.svg'
import { axiosPublic } from '../axiosPublic.js'
import { BiodataCard } from '../components/BiodataCard.jsx'

const steps = [
  ['Create your account', 'Email or Google. It takes a minute.'],
  ['Write your biodata', 'Family, work and what you hope for.'],
  ['Browse and keep favourites', 'Filter by age, gender and division.'],
  ['Request contact', 'A small fee, then an admin approves it.'],
  ['Talk with the family', 'Phone and email open to you.'],
]
const stories = [
  ['Farhana & Imran', 'Our mothers spoke first. Three weeks later we met, and neither of us wanted to leave.'],
  ['Nusrat & Sabbir', 'His biodata said he cooks. It was true, and that settled it for my father.'],
  ['Tania & Rafi', 'We read each other’s pages for a month before anyone called. It felt calm and honest.'],
]

export function Home() {
  const [order, setOrder] = useState('ascending')
  const get = (path) => axiosPublic.get(path).then(({ data }) => data)
  const { data: members = [] } = useQuery({ queryKey: ['premium'], queryFn: () => get('/premium-bioData') })
  const { data: counts = {} } = useQuery({ queryKey: ['counts'], queryFn: () => get('/BioDataCount') })
  const sorted = [...members].sort((a, b) => (order === 'ascending' ? a.age - b.age : b.age - a.age))
  return (
    <>
      <section className="hero rounded-box bg-base-200 py-10">
        <div className="hero-content flex-col lg:flex-row-reverse">
          <img src={couple} alt="" width="320" height="240" />
          <div>
            <h1 className="text-5xl font-bold">Find Your Perfect Match</h1>
            <p className="py-6">Read real biodata from every division, and keep the ones your family likes.</p>
            <Link to="/baiDataPage" className="btn btn-primary">
              Browse Biodatas
            </Link>
          </div>
        </div>
      </section>

      <section className="pt-12">
        <div className="mb-6 flex flex-wrap justify-between gap-3">
          <h2 className="text-3xl font-bold">Premium Members</h2>
          <select id="sort-by-age" className="select w-40" value={order} onChange={(e) => setOrder(e.target.value)}>
            <option value="ascending">Ascending</option>
            <option value="descending">Descending</option>
          </select>
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {sorted.map((biodata) => (
            <BiodataCard key={biodata._id} biodata={biodata} />
          ))}
        </div>
      </section>

      <section className="pt-16">
        <h2 className="mb-6 text-3xl font-bold">How It Works</h2>
        <ul className="steps steps-vertical">
          {steps.map(([title, text]) => (
            <li key={title} className="step step-primary">
              <div className="text-left">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-sm">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section className="stats stats-vertical mt-16 w-full shadow sm:stats-horizontal">
        {[
          ['Girls', counts.femaleCount],
          ['Boys', counts.maleCount],
          ['Marriages completed', 250],
          ['Total biodata', 2700],
        ].map(([label, count]) => (
          <div key={label} className="stat">
            <div className="stat-title">{label}</div>
            <div className="stat-value">{count}</div>
          </div>
        ))}
      </section>

      <section className="pt-16">
        <h2 className="mb-6 text-3xl font-bold">Success Stories</h2>
        <Swiper modules={[Pagination]} pagination={{ clickable: true }} spaceBetween={16} slidesPerView={1}>
          {stories.map(([names, quote]) => (
            <SwiperSlide key={names}>
              <figure className="card bg-base-100 shadow-md">
                <img src={couple} alt="" width="320" height="240" className="mx-auto" />
                <blockquote className="card-body text-lg">{quote}</blockquote>
                <figcaption className="px-6 pb-8 font-bold">{names}</figcaption>
              </figure>
            </SwiperSlide>
          ))}
        </Swiper>
      </section>
    </>
  )
}
