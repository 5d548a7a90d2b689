// The kinds of messages between ranks.
#pragma once

namespace odgear::cluster {

enum Tag : int {
    tag_instance = 1,  // an instance is broadcast next; answered by tag_ready
    tag_ready,         // how many threads a rank has
    tag_batch,         // parts to solve; answered by tag_results
    tag_results,
    tag_hurry,  // end the parts now and answer
    tag_unit,   // a unit of work; answered by tag_unit_done
    tag_unit_done,
    tag_order,  // a share of a training step; answered by tag_answer
    tag_answer,
    tag_sum,   // gradients summed so far
    tag_done,  // there is no more work
};

}  // namespace odgear::cluster
